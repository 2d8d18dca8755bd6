"""What servers list, and whether their tools keep their word."""

from __future__ import annotations

from collections.abc import Callable

import mcpclient
import pytest
from mcpclient import Item, Stdio

Playing = Callable[[str], Stdio]


# proves: TOL-08, TOL-10, PRM-03
def test_items_are_read_for_dialogs() -> None:
    tool = Item("tool", {"name": "t", "title": "T\x1b[2J", "inputSchema": {"type": "object"}})
    assert (tool.kind, tool.name) == ("tool", "t")
    assert "\x1b" not in tool.label and tool.hazards == ("control",)
    assert (tool.read_only, tool.destructive, tool.idempotent, tool.open_world) == (False, True, False, True)
    assert tool.input_schema == {"type": "object"} and tool.output_schema is None
    assert tool.description is None and tool.uri is None and tool.size is None and tool.mime_type is None
    with pytest.raises(mcpclient.ProtocolError):
        Item("tool", {"name": "t"})
    prompt = Item("prompt", {"name": "p", "arguments": [{"name": "a", "title": "A", "required": True}]})
    (argument,) = prompt.arguments
    assert (argument.name, argument.label, argument.description) == ("a", "A", None)
    assert argument.required
    with pytest.raises(mcpclient.FormError) as missing:
        prompt.check_arguments()
    assert [field.name for field in missing.value.fields] == ["a"]
    prompt.check_arguments({"a": "x"})


# proves: RES-06, MET-09, MET-10, MET-11
def test_templates_and_icons() -> None:
    template = Item("resourceTemplate", {"uriTemplate": "x://{a}{?b*}", "name": "t"})
    assert [argument.name for argument in template.arguments] == ["a", "b"]
    assert template.expand({"a": "1 2", "b": ["x", "y"]}) == "x://1%202?b=x&b=y"
    with pytest.raises(mcpclient.InvalidArgError):
        template.expand({"a": 1})
    data = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=="
    server = Item("server", {"name": "s", "icons": [{"src": "file:///a"}, {"src": data, "theme": "dark"}]})
    bad, good = server.icons
    assert bad.fault == "scheme" and bad.source == "file:///a" and bad.content is None
    assert not bad.may_redirect("https://example.com/")
    assert good.fault is None and good.theme == "dark"
    assert good.content is not None and good.content[1:4] == b"PNG"
    assert good.vet(b"GIF89a") == "content" and good.vet(good.content) is None
    chosen = server.choose_icon(16)
    assert chosen is not None and chosen.source == data
    assert Item("server", {"name": "s"}).choose_icon(16, "dark") is None


# proves: MET-10
def test_an_icon_at_fault_gives_nothing() -> None:
    data = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=="
    (icon,) = Item("server", {"name": "s", "icons": [{"src": data, "mimeType": "text/html"}]}).icons
    assert (icon.fault, icon.content, icon.vet(b"\x89PNG\r\n\x1a\n")) == ("type", None, "type")
    (icon,) = Item("server", {"name": "s", "icons": [{"src": f"data:image/png;base64,{'AAAA' * 400_000}"}]}).icons
    assert (icon.fault, icon.content) == ("large", None)


# proves: MET-10
@pytest.mark.parametrize(("host", "fault"), [(None, None), ("example.com", "origin")])
async def test_icons_of_other_hosts(serving: Stdio, host: str | None, fault: str | None) -> None:
    async with mcpclient.connect(serving, host=mcpclient.Host(), server_host=host) as client:
        server = client.item("server")
        assert [icon.fault for icon in server.icons] == [None, fault]
        assert server.icons[1].may_redirect("https://cdn.example/b.png") == (fault is None)
        chosen = server.choose_icon(16)
        assert chosen is not None and chosen.source == "https://example.com/a.png"


# proves: TOL-16
async def test_a_tool_that_does_not_keep_its_word(playing: Playing) -> None:
    script = """
        session handshake lane ready revision=2025-11-25 caps={"tools":{}}
        wire> {"id":$l,"method":"tools/list",*}
        wire< {"id":$l,"result":{"tools":[{"name":"price","title":"Price","inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"eur":{"type":"number"}}}}]}}
        wire> {"id":$a,"method":"tools/call",*}
        wire< {"id":$a,"result":{"content":[],"structuredContent":{"eur":1.50}}}
        wire> {"id":$b,"method":"tools/call",*}
        wire< {"id":$b,"result":{"content":[],"structuredContent":{"eur":"1"}}}
    """
    async with mcpclient.connect(playing(script), host=mcpclient.Host(), era="legacy") as client:
        with pytest.raises(mcpclient.GoneError):
            client.item("tool", "price")
        await client.list_tools()
        assert client.item("tool", "price").label == "Price"
        assert (await client.call_tool("price")).output == mcpclient.Output("fits")
        broken = await client.call_tool("price")
        assert broken.structured == {"eur": "1"}
        assert broken.output == mcpclient.Output("violates", "/eur", "type")
