// The page of a table: shows what it is sent, and sends what is chosen. It knows no rules.
"use strict";

(() => {
  const at = (id) => document.getElementById(id);
  const words = document.body.dataset;
  const token = location.pathname.split("/")[2];
  const state = { version: -1, turn: false, names: new Set(), byWord: false, taken: [], path: [], home: "", position: "", number: 0, typed: "", zoom: 0 };
  const waiting = new Map(); // answers that are awaited, by the number of the message
  const unanswered = []; // choices that were sent and not answered: they are sent again on the next connection, and known by their mark
  let socket = null;
  let patience = 250;
  let closed = ""; // why no connection is tried any more
  let refused = ""; // why the last one was refused

  // ------------------------------------------------------------ the connection

  function connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}/t/${token}/live?${query()}`);
    socket.onopen = () => {
      patience = 250;
      tellLine("");
      waiting.clear();
      for (const message of unanswered) send(message);
    };
    socket.onmessage = (event) => received(JSON.parse(event.data));
    socket.onclose = (event) => {
      socket = null;
      const said = refused;
      refused = "";
      if (event.code === 4404 || event.code === 4426) closed = said || words.revoked;
      if (closed) return tellLine(closed);
      if (event.code === 4500) gaveUp();
      tellLine(said || { 4429: words.tooFast, 4430: words.tooMany, 4500: words.bug }[event.code] || words.lost);
      setTimeout(connect, patience * (0.75 + Math.random() / 2));
      patience = Math.min(patience * 2, 10000);
    };
  }

  // What was sent last has failed in a way that nobody foresaw: it is not sent again.
  function gaveUp() {
    unanswered.length = 0;
    document.body.classList.remove("sending");
    say(words.bug);
    patience = 5000;
  }

  function query() {
    const found = new URLSearchParams(location.search);
    found.set("made", words.made);
    found.set("width", Math.floor(at("position").clientWidth));
    return found;
  }

  function tellLine(text) {
    at("line").textContent = text;
    document.body.classList.toggle("offline", Boolean(text));
  }

  function mark() {
    return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // A connection may be dead without anybody saying so: what is not answered in time ends it, and is sent again on the next one if it was a choice.
  function expect(number) {
    const asked = socket;
    const open = () => waiting.has(number) || unanswered.some((one) => one.number === number);
    setTimeout(() => {
      if (asked && asked === socket && open()) asked.close();
    }, 20000);
  }

  function send(message) {
    socket.send(JSON.stringify(message));
    expect(message.number);
  }

  // A page that nobody has looked at for long asks anew how things stand.
  let hidden = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hidden = Date.now();
    else if (socket && hidden && Date.now() - hidden > 300000) socket.close();
  });

  function ask(message, answered) {
    if (!socket || socket.readyState !== WebSocket.OPEN) return;
    const number = ++state.number;
    waiting.set(number, answered);
    send({ version: state.version, number, ...message });
  }

  // A choice: sent once more if the connection ends before it is answered.
  function step(message) {
    if (unanswered.length) return;
    const whole = { version: state.version, number: ++state.number, nonce: mark(), ...message };
    unanswered.push(whole);
    document.body.classList.add("sending");
    if (socket && socket.readyState === WebSocket.OPEN) send(whole);
  }

  function received(message) {
    if (message.kind === "refused") {
      refused = message.said;
      return;
    }
    if (message.kind === "state") return show(message);
    const own = unanswered.findIndex((one) => one.number === message.number);
    if (own >= 0) {
      unanswered.splice(own, 1);
      document.body.classList.remove("sending");
      say(message.ok ? "" : message.said);
    }
    const answered = waiting.get(message.number);
    waiting.delete(message.number);
    if (answered) answered(message);
    else if (!message.ok) say(message.said);
  }

  function say(text) {
    const place = at("said") || at("line");
    place.textContent = text || "";
  }

  // ------------------------------------------------------------ what is shown

  function show(message) {
    const isNew = message.version !== state.version;
    const hadFocus = at("choices").contains(document.activeElement) || at("position").contains(document.activeElement);
    Object.assign(state, { version: message.version, turn: message.turn, names: new Set(message.names), path: [], taken: [] });
    for (const [part, html] of Object.entries(message.parts)) {
      if (part === "position") state.position = html;
      else if (part === "choices") state.home = html;
      else if (at(part)) fill(part, html);
    }
    if (isNew && !unanswered.length) say("");
    drawPosition(state.position, "");
    drawChoices(state.home, hadFocus && state.turn);
    document.body.classList.toggle("turn", state.turn);
    Object.assign(document.body.dataset, { version: state.version, path: "" });
    drawLog(message.log);
  }

  function fill(part, html) {
    at(part).innerHTML = html;
    const section = at(part).closest("section");
    if (part === "result" && section) section.hidden = !html;
    if (part === "links") for (const link of at(part).querySelectorAll("a.given")) link.textContent = link.href;
  }

  function drawPosition(html, note) {
    const place = at("position");
    if (place.dataset.html !== html) {
      const before = place.querySelector(".drawing");
      const spot = before && [before.scrollLeft, before.scrollTop];
      place.innerHTML = html;
      place.dataset.html = html;
      if (spot) place.querySelector(".drawing").scrollTo(...spot);
      makeRoom(place);
    }
    at("shown").textContent = note;
    light();
  }

  // The name that clicking a thing means, if any. Where nothing that is drawn bears a name that can be chosen, the words in names count:
  // the place `hand of p1` stands for `p1`.
  function meant(thing) {
    const name = thing.dataset.name;
    if (!state.turn || !name) return "";
    if (state.names.has(name)) return name;
    return state.byWord ? (name.match(/[^\W\d_][\w-]*/gu) || []).find((word) => state.names.has(word)) || "" : "";
  }

  // What can be clicked lights up, and can be reached by keyboard.
  function light() {
    const things = Array.from(at("position").querySelectorAll("[data-name]"));
    state.byWord = !things.some((thing) => state.names.has(thing.dataset.name));
    for (const thing of things) {
      const can = Boolean(meant(thing));
      thing.classList.toggle("choosable", can);
      thing.classList.toggle("chosen", state.taken.includes(thing.dataset.name));
      makeButton(thing, can);
    }
  }

  // What the keyboard reaches of a thing is its outline: things lie in places that can be chosen too, and buttons must not lie in buttons.
  function makeButton(thing, can) {
    const button = thing.querySelector(":scope > .outline") || thing;
    const title = thing.querySelector(":scope > title");
    const told = { tabindex: "0", role: "button", "aria-label": title ? title.textContent : thing.dataset.name };
    for (const [name, value] of Object.entries(told)) {
      if (can) button.setAttribute(name, value);
      else button.removeAttribute(name);
    }
  }

  // The position so much larger, with the same spot in the middle of its room.
  function zoom(by) {
    const place = at("position");
    const room = () => place.querySelector(".drawing");
    const spot = room() && middle(room());
    state.zoom = Math.min(Math.max(state.zoom + by, 0), 3);
    place.className = state.zoom ? `zoom-${state.zoom}` : "";
    makeRoom(place);
    at("smaller").disabled = state.zoom === 0;
    at("larger").disabled = state.zoom === 3;
    if (spot) centre(room(), spot);
  }

  // Where the drawing is larger than its room, the keyboard moves it about.
  function makeRoom(place) {
    const room = place.querySelector(".drawing");
    if (room && state.zoom) room.setAttribute("tabindex", "0");
    else if (room) room.removeAttribute("tabindex");
  }

  // The spot of the drawing that is in the middle of what of it is on the screen, as parts of its width and height.
  function middle(room) {
    const [seen, whole] = [room.getBoundingClientRect(), room.firstElementChild.getBoundingClientRect()];
    const x = (Math.max(seen.left, 0) + Math.min(seen.right, innerWidth)) / 2;
    const y = (Math.max(seen.top, 0) + Math.min(seen.bottom, innerHeight)) / 2;
    return [(x - whole.left) / whole.width, (y - whole.top) / whole.height];
  }

  function centre(room, [x, y]) {
    room.scrollLeft = x * room.scrollWidth - room.clientWidth / 2;
    room.scrollTop = y * room.scrollHeight - room.clientHeight / 2;
  }

  function drawChoices(html, takeFocus) {
    at("choices").innerHTML = html;
    state.typed = "";
    if (!takeFocus) return;
    const target = at("choices").querySelector(".play") || at("choices").querySelector(".asked");
    if (target) target.focus({ preventScroll: true });
  }

  function drawLog(news) {
    const log = at("log");
    const room = log.parentElement;
    const below = room.scrollTop + room.clientHeight >= room.scrollHeight - 8;
    while (log.children.length > news.from) log.lastElementChild.remove();
    log.insertAdjacentHTML("beforeend", news.entries.join(""));
    if (below) room.scrollTop = room.scrollHeight;
    // What was there when the page was opened is not read aloud; from then on, what is new is.
    setTimeout(() => room.setAttribute("aria-live", "polite"), 1000);
  }

  // ------------------------------------------------------------ a choice is built

  function build(path) {
    ask({ do: "build", path }, (answer) => {
      if (!answer.ok) return say(answer.said);
      Object.assign(state, { path: answer.path, names: new Set(answer.names), taken: answer.taken });
      say("");
      document.body.dataset.path = state.path.join(" ");
      drawPosition(answer.behind || state.position, answer.behind ? words.afterShown : "");
      drawChoices(answer.html, true);
      const play = at("choices").querySelector(".play");
      if (answer.whole && play && at("at-once") && at("at-once").checked) step({ do: "choose", text: play.dataset.key });
    });
  }

  function back() {
    if (state.path.length) build(state.path.slice(0, -1));
  }

  // Of the things that light up the smallest in whose room somebody has clicked.
  function around(event) {
    const room = (thing) => thing.getBoundingClientRect();
    const found = Array.from(at("position").querySelectorAll(".choosable")).filter((thing) => {
      const box = room(thing);
      return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    });
    const size = (thing) => room(thing).width * room(thing).height;
    return found.sort((one, other) => size(one) - size(other))[0];
  }

  function clickedThing(start, event) {
    if (!state.turn) return;
    let thing = start.closest("[data-name]");
    const first = thing;
    while (thing && !meant(thing)) thing = thing.parentElement && thing.parentElement.closest("[data-name]");
    thing = thing || around(event);
    if (thing) build([...state.path, `name:${meant(thing)}`]);
    else if (first) whyNot({ do: "why-name", text: first.dataset.name });
  }

  function whyNot(message) {
    ask(message, (answer) => {
      at("why").innerHTML = answer.ok ? answer.html : "";
      if (!answer.ok) say(answer.said);
      at("why").closest("section").scrollIntoView({ block: "nearest" });
    });
  }

  function pressed(button) {
    const data = button.dataset;
    if (data.answer) build([...state.path, data.answer]);
    else if (data.key) step({ do: "choose", text: data.key });
    else if (button.classList.contains("back")) back();
    else if (button.classList.contains("lift")) ask({ do: "look", seat: Number(data.seat) }, (answer) => say(answer.ok ? "" : answer.said));
    else if (button.id === "lay") layOut();
    else if (data.copyText) copy(button, at(data.copyText).querySelector(".scenario-text").textContent);
    else if (button.id === "larger" || button.id === "smaller") zoom(button.id === "larger" ? 1 : -1);
    else if (button.id === "undo") step({ do: "undo" });
    else if (data.do) ask({ do: data.do, seat: Number(data.seat || -1), text: data.from ? at(data.from).value : data.text || "" }, (answer) => (answer.go ? location.assign(answer.go + location.search) : say(answer.ok ? "" : answer.said)));
    else if (data.copy) copy(button, location.origin + data.copy);
  }

  // An author's position: what is clicked in it is written where the next line is typed.
  function layOut() {
    ask({ do: "lay", text: at("given").value }, (answer) => {
      at("laid").innerHTML = answer.ok ? answer.html : "";
      if (!answer.ok) say(answer.said);
    });
  }

  function write(name) {
    const field = at("given");
    field.setRangeText(name, field.selectionStart, field.selectionEnd, "end");
    field.focus();
  }

  async function copy(button, text) {
    try {
      await navigator.clipboard.writeText(text);
      button.classList.add("copied");
    } catch {
      getSelection().selectAllChildren(button.parentElement.querySelector("a") || at("laid").querySelector(".scenario-text"));
    }
  }

  // ------------------------------------------------------------ mouse and keyboard

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button && button.form === null) pressed(button);
    else if (at("laid") && at("laid").contains(event.target) && event.target.closest("[data-name]")) write(event.target.closest("[data-name]").dataset.name);
    else if (at("position").contains(event.target) && !event.target.closest("a")) clickedThing(event.target, event);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const field = event.target.closest("input, textarea, select");
    if (field && field.classList.contains("filter") && event.key === "Enter") return takeFiltered();
    if (field && field.type !== "checkbox") return;
    const thing = event.target.closest("[data-name]");
    if (thing && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      clickedThing(event.target, { clientX: -1, clientY: -1 });
    } else if (event.key === "Escape" || event.key === "Backspace") back();
    else if (/^[-0-9]$/.test(event.key)) typedSign(event.key);
    else if (event.key === "Enter" && state.typed) takeTyped();
  });

  function answers() {
    return Array.from(at("choices").querySelectorAll("button.answer"));
  }

  // The number of an answer, or an amount; it is taken as soon as no longer number could be meant.
  function typedSign(sign) {
    const begun = (state.typed + sign).replace(/^0+(?=[0-9])/, "");
    const meant = answers().filter((button) => button.dataset.typed.startsWith(begun));
    state.typed = meant.length ? begun : "";
    if (meant.length === 1 && meant[0].dataset.typed === begun) takeTyped();
  }

  function takeTyped() {
    const button = answers().find((one) => one.dataset.typed === state.typed);
    state.typed = "";
    if (button) pressed(button);
  }

  function takeFiltered() {
    const left = answers().filter((button) => !button.parentElement.hidden);
    if (left.length === 1) pressed(left[0]);
  }

  document.addEventListener("input", (event) => {
    if (!event.target.classList.contains("filter")) return;
    const wanted = event.target.value.toLowerCase();
    for (const button of answers()) button.parentElement.hidden = !button.textContent.toLowerCase().includes(wanted);
  });

  document.addEventListener("submit", (event) => {
    if (event.target.id !== "why-form") return;
    event.preventDefault();
    whyNot({ do: "why", text: at("why-text").value });
  });

  if (at("at-once")) {
    try {
      at("at-once").checked = localStorage.getItem("at-once") === "yes";
      at("at-once").addEventListener("change", () => localStorage.setItem("at-once", at("at-once").checked ? "yes" : ""));
    } catch {
      // Where nothing may be kept the wish holds for this page.
    }
  }

  connect();
})();
