"""A real server in a process of its own, driven over its standard streams as an editor does it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from custumal.interpreter.library import shipped
from tests.ui.editor.driving import listener

Copied = Callable[[str], Path]


CONFIG = ClientServerConfig(server_command=[sys.executable, "-m", "custumal", "lsp"], client_factory=listener, server_env=dict(os.environ))


@pytest_lsp.fixture(config=CONFIG)  # type: ignore[untyped-decorator]
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=client_capabilities("visual-studio-code")))
    yield
    await lsp_client.shutdown_session()


@pytest.fixture
def game_folder(tmp_path: Path) -> Copied:
    """Copies the folder of a shipped game, to be changed."""

    def copied(name: str) -> Path:
        return Path(shutil.copytree(dict(shipped())[name].parent, tmp_path / name))

    return copied
