-- A session in Neovim: a variant is opened, its problem told and mended by a quick fix, a value is completed and renamed, all is saved.
local file = vim.env.SESSION_FILE

local function say(...)
  io.stdout:write(table.concat({ ... }, " "), "\n")
end

vim.cmd("edit " .. vim.fn.fnameescape(file))
local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
vim.wait(30000, function() return #clients() > 0 end, 50)
local client = clients()[1].id

local function diagnostics()
  return vim.diagnostic.get(0)
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 30000)
  local answer = answers and answers[client]
  if not answer or answer.err then
    say("no answer:", method, vim.inspect(answer))
    vim.cmd("cquit")
  end
  return answer.result
end

local function encoding()
  return vim.lsp.get_client_by_id(client).offset_encoding
end

vim.wait(30000, function() return #diagnostics() > 0 end, 50)
say("open", vim.fn.fnamemodify(file, ":t"))
for _, one in ipairs(diagnostics()) do
  say(string.format("  line %d: %s [%s]", one.lnum + 1, one.message, one.code or one.user_data.lsp.code))
end

local first = diagnostics()[1]
vim.api.nvim_win_set_cursor(0, { first.lnum + 1, first.col })
local params = vim.lsp.util.make_range_params(0, encoding())
params.context = { diagnostics = {} }
local actions = ask("textDocument/codeAction", params)
say("quick fix:", actions[1].title)
vim.lsp.util.apply_workspace_edit(actions[1].edit, encoding())
vim.wait(30000, function() return #diagnostics() == 0 end, 50)
say("problems left:", #diagnostics())

vim.fn.search("values.height-limit")
vim.fn.search("height")
params = vim.lsp.util.make_position_params(0, encoding())
local found = {}
for _, item in ipairs(ask("textDocument/completion", params).items) do
  if item.label:find("^values%.") then table.insert(found, item.label) end
end
table.sort(found)
say("completed:", table.concat(found, ", "))

params.newName = "highest"
local edit = ask("textDocument/rename", params)
local files = {}
for uri in pairs(edit.changes) do table.insert(files, vim.fn.fnamemodify(vim.uri_to_fname(uri), ":t")) end
table.sort(files)
say("renamed in:", table.concat(files, ", "))
vim.lsp.util.apply_workspace_edit(edit, encoding())
vim.cmd("wall")
say("saved")
vim.lsp.stop_client(client)
vim.cmd("qall!")
