"""The summary of each command, read from its source, because importing all commands takes a second."""

import ast
from importlib.abc import InspectLoader
from importlib.util import find_spec


def summary(module: str, name: str) -> str:
    """The docstring of a command, or the help of a group of commands."""
    for node in _tree(module).body:
        match node:
            case ast.FunctionDef() if node.name == name:
                return ast.get_docstring(node) or ""
            case ast.Assign(targets=[ast.Name(id="app")], value=ast.Call(keywords=words)):
                told = {word.arg: word.value for word in words}
                return str(ast.literal_eval(told["help"]))
    raise LookupError(f"{module} has no command {name}")


def _tree(module: str) -> ast.Module:
    spec = find_spec(module)
    if spec is None or not isinstance(spec.loader, InspectLoader):
        raise LookupError(f"{module} has no source")
    return ast.parse(spec.loader.get_source(module) or "")
