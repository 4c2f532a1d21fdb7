# SPDX-License-Identifier: Apache-2.0
"""What an interpreter can tell about itself, asked in one short process before any worker starts.

`python -c SCRIPT REQUEST` with REQUEST a JSON object: {"ask": "locate"} finds torch without
importing it; {"ask": "torch"} and {"ask": "settings", …} import it; {"ask": "workload", …} looks at a SPEC without running
the user's code. The answer is one JSON line on the standard output as it was at the start: what
imports print goes to stderr. Python 3.8 and up, so that an old one is named and not a traceback.
"""

import ast
import glob
import importlib.util
import json
import os
import re
import sys
import sysconfig
import zipfile


def package_folder(name):
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return list(spec.submodule_search_locations)[0]


def torch_version(folder):
    """(__version__, cuda, hip) as version.py says; it imports next to nothing."""
    names = {"__file__": os.path.join(folder, "version.py"), "__name__": "version"}
    try:
        with open(names["__file__"], encoding="utf-8") as file:
            exec(compile(file.read(), names["__file__"], "exec"), names)
    except Exception:
        return "", "", ""
    return tuple(str(names.get(name) or "") for name in ("__version__", "cuda", "hip"))


def cupti_library(torch_folder):
    beside = os.path.join(os.path.dirname(torch_folder), "nvidia")
    patterns = (
        os.path.join(beside, "*", "lib", "libcupti.so.*"),
        os.path.join(torch_folder, "lib", "libcupti*.so*"),
        "/usr/local/cuda*/extras/CUPTI/lib64/libcupti.so.*",
        "/usr/lib/x86_64-linux-gnu/libcupti.so.*",
    )
    for pattern in patterns:
        found = sorted(glob.glob(pattern))
        if found:
            return found[0]
    return ""


def keeps_bytecode(folder):
    """Whether a process finds torch's modules compiled, or leaves them so for the next one."""
    compiled = importlib.util.cache_from_source(os.path.join(folder, "__init__.py"))
    if os.path.exists(compiled):
        return True
    return not sys.dont_write_bytecode and (bool(sys.pycache_prefix) or os.access(folder, os.W_OK))


def locate(_request):
    answer = {
        "python": ".".join(map(str, sys.version_info[:3])),
        "executable": sys.executable,
        "prefix": sys.prefix,
        "python_headers": os.path.exists(os.path.join(sysconfig.get_path("include") or "", "Python.h")),
        "torch": "",
    }
    folder = package_folder("torch")
    if folder is None:
        return answer
    version, cuda, hip = torch_version(folder)
    answer.update(torch=version, cuda=cuda, hip=hip, torch_root=folder, cupti=cupti_library(folder))
    answer["bytecode"] = keeps_bytecode(folder)
    answer["torch_headers"] = os.path.exists(os.path.join(folder, "include", "ATen", "record_function.h"))
    return answer


def devices_of(torch):
    """As a plan names them: AMD's are "hip", which torch calls cuda as well."""
    found = ["cpu"]
    word = "hip" if getattr(torch.version, "hip", None) else "cuda"
    for index in range(torch.cuda.device_count()):
        found.append(described(word, index, torch.cuda.get_device_properties(index)))
    xpu = getattr(torch, "xpu", None)
    if xpu is not None and xpu.is_available():
        found += [described("xpu", index, xpu.get_device_properties(index)) for index in range(xpu.device_count())]
    metal = getattr(torch.backends, "mps", None)
    if metal is not None and metal.is_available():
        found.append("mps:0 " + (metal.get_name() if hasattr(metal, "get_name") else "Apple GPU"))
    return found


def described(word, index, properties):
    """NVIDIA's tools write a UUID with "GPU-" before it."""
    uuid = getattr(properties, "uuid", None)
    prefix = "GPU-" if word == "cuda" else ""
    return "%s:%d %s" % (word, index, properties.name) + (" (%s%s)" % (prefix, uuid) if uuid else "")


def describe_torch(_request):
    try:
        import torch
        import torch._dynamo
        import torch._inductor
    except Exception as error:
        return {"error": "%s: %s" % (type(error).__name__, str(error).split("\n")[0])}
    answer = {}
    # A figure that one version of torch does not give must not cost the others.
    for key, ask in (
        ("devices", lambda: devices_of(torch)),
        ("modes", lambda: sorted(torch._inductor.list_mode_options())),
        ("backends", lambda: sorted(torch._dynamo.list_backends(exclude_tags=()))),
    ):
        try:
            answer[key] = list(ask())
        except Exception as error:
            answer[key] = ["cpu"] if key == "devices" else []
            sys.stderr.write("%s: %s\n" % (key, error))
    return answer


def has_setting(torch, where, name):
    """Has torch a setting of that name? Those of torch.backends may be functions: enable_flash_sdp."""
    if where != "backends":
        return hasattr(torch._dynamo.config if where == "dynamo" else torch._inductor.config, name)
    *parents, last = name.split(".")
    owner = torch.backends
    for parent in parents:
        owner = getattr(owner, parent, None)
    return owner is not None and (hasattr(owner, last) or hasattr(owner, "enable_" + last))


def known_settings(torch, where):
    """To tell which name was meant; empty where torch does not list them."""
    if where == "backends":
        return []
    module = torch._dynamo.config if where == "dynamo" else torch._inductor.config
    return sorted(getattr(module, "_config", {}))


def look_at_settings(request):
    """Those of {"dynamo": […], "inductor": […], "backends": […]} that torch has not."""
    import torch
    import torch._dynamo.config
    import torch._inductor.config

    unknown = []
    for where in ("dynamo", "inductor", "backends"):
        for name in request.get(where, []):
            if not has_setting(torch, where, name):
                unknown.append({"where": where, "name": name, "known": known_settings(torch, where)})
    return {"unknown": unknown}


def names_of_target(target):
    if isinstance(target, ast.Name):
        yield target.id
    for child in getattr(target, "elts", ()):
        yield from names_of_target(child)


def defined_names(body, names):
    """Names that top-level statements bind; False when that cannot be told without running."""
    complete = True
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.append(statement.name)
            complete = complete and statement.name != "__getattr__"
        elif isinstance(statement, (ast.Import, ast.ImportFrom)):
            bound = [(alias.asname or alias.name).split(".")[0] for alias in statement.names]
            complete = complete and "*" not in bound
            names += bound
        elif isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            for target in getattr(statement, "targets", None) or [statement.target]:
                names += names_of_target(target)
        else:
            names += names_of_target(getattr(statement, "target", None))
            for part in ("body", "orelse", "finalbody"):
                complete = defined_names(getattr(statement, part, []), names) and complete
            for handler in getattr(statement, "handlers", []):
                complete = defined_names(handler.body, names) and complete
    return complete


def binds_by_name(tree):
    """globals()["make"] = … and its like may bind any name."""
    indirect = {"exec", "globals", "locals", "setattr", "vars"}
    return any(isinstance(node, ast.Name) and node.id in indirect for node in ast.walk(tree))


def look_at_file(path):
    try:
        with open(path, "rb") as file:
            tree = ast.parse(file.read(), filename=path)
    except SyntaxError as error:
        return {"syntax_error": "%s (line %s)" % (error.msg, error.lineno)}
    except (OSError, ValueError) as error:
        return {"unreadable": str(error)}
    names = []
    complete = defined_names(tree.body, names) and not binds_by_name(tree)
    functions = [node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    with open(path, encoding="utf-8", errors="replace") as file:
        registers = "register_backend" in file.read()
    return {"names": names, "complete": complete, "callables": functions, "registers_backend": registers}


def look_at_archive(path):
    """What a .pt2 or .pt holds, by the names of its members: "package" (AOTInductor), "script" or "other"."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        return {"holds": "other", "unreadable": str(error)}
    if any("aotinductor" in name for name in names):
        return {"holds": "package"}
    if any(name.endswith("/constants.pkl") or "/code/" in name for name in names):
        return {"holds": "script"}
    return {"holds": "other"}


def torchvision_models():
    folder = package_folder("torchvision")
    registered = re.compile(r"^@register_model\((?:name=)?(?:\"(\w+)\")?\)(?:\n@.*)*\ndef (\w+)\(", re.M)
    names = []
    for path in glob.glob(os.path.join(folder, "models", "**", "*.py"), recursive=True):
        with open(path, encoding="utf-8", errors="replace") as file:
            names += [given or function for given, function in registered.findall(file.read())]
    return sorted(set(names))


def text_of(node):
    """Source of an expression; empty before Python 3.9."""
    return ast.unparse(node) if node is not None and hasattr(ast, "unparse") else ""


def default_of(node):
    """(JSON text, type) of a literal default, else its source: it is shown, and left to the callable."""
    try:
        value = ast.literal_eval(node)
        text = json.dumps(list(value) if isinstance(value, tuple) else value)
    except (ValueError, TypeError, SyntaxError):
        return text_of(node), "", False
    return text, "" if value is None else type(value).__name__, True


def parameters_of(function):
    arguments = function.args
    positional = getattr(arguments, "posonlyargs", []) + arguments.args
    defaults = [None] * (len(positional) - len(arguments.defaults)) + list(arguments.defaults)
    pairs = list(zip(positional, defaults)) + list(zip(arguments.kwonlyargs, arguments.kw_defaults))
    found = []
    for argument, default in pairs:
        text, kind, literal = default_of(default) if default is not None else ("", "", False)
        found.append({
            "name": argument.arg,
            "type": text_of(argument.annotation) or kind,
            "default": text,
            "literal": literal,
            "required": default is None,
        })
    return found


def signature_of(node):
    """A function, or a class by its constructor without `self`."""
    function = node
    if isinstance(node, ast.ClassDef):
        function = next((each for each in node.body if getattr(each, "name", "") == "__init__"), None)
    parameters = parameters_of(function) if function is not None else []
    if isinstance(node, ast.ClassDef):
        parameters = parameters[1:]
    return {
        "name": node.name,
        "summary": (ast.get_docstring(node) or "").split("\n")[0],
        "parameters": parameters,
        "is_module": is_module(node),
    }


def is_module(node):
    """A class whose bases say so: nn.Module, LightningModule. One behind a base of its own file is not found."""
    bases = [getattr(base, "attr", getattr(base, "id", "")) for base in getattr(node, "bases", [])]
    return any(base.endswith("Module") for base in bases)


def look_at_callables(request):
    """Public functions and classes at the top of a file, by its text alone: nothing in it runs."""
    try:
        with open(request["path"], "rb") as file:
            tree = ast.parse(file.read(), filename=request["path"])
    except SyntaxError as error:
        return {"error": "%s (line %s)" % (error.msg, error.lineno)}
    except (OSError, ValueError) as error:
        return {"error": str(error)}
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    found = [signature_of(node) for node in tree.body if isinstance(node, kinds) and not node.name.startswith("_")]
    return {"summary": (ast.get_docstring(tree) or "").split("\n")[0], "callables": found}


def look_at_module(name, folders):
    sys.path[:0] = folders
    top = name.split(".")[0]
    try:
        return {"found": importlib.util.find_spec(top) is not None}
    except (ImportError, ValueError, AttributeError):
        return {"found": top in sys.modules}


def transformers_types():
    folder = package_folder("transformers")
    named = re.compile(r"^    model_type(?:: \w+)? = \"([\w.-]+)\"", re.M)
    names = []
    for path in glob.glob(os.path.join(folder, "models", "*", "configuration_*.py")):
        with open(path, encoding="utf-8", errors="replace") as file:
            names += named.findall(file.read())
    return sorted(set(names))


def look_at_libraries(_request):
    return {
        "torchvision": torchvision_models() if package_folder("torchvision") else [],
        "transformers": transformers_types() if package_folder("transformers") else [],
    }


def look_at_workload(request):
    kind = request["kind"]
    if kind == "file":
        return look_at_file(request["path"])
    if kind == "archive":
        return look_at_archive(request["path"])
    if kind == "module":
        return look_at_module(request["module"], request["folders"])
    if kind == "library":
        found = package_folder(request["library"]) is not None
        names = torchvision_models() if found and request["library"] == "torchvision" else []
        return {"found": found, "names": names}
    raise ValueError(kind)


def main():
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    request = json.loads(sys.argv[1])
    asks = {
        "locate": locate,
        "torch": describe_torch,
        "workload": look_at_workload,
        "callables": look_at_callables,
        "libraries": look_at_libraries,
        "settings": look_at_settings,
    }
    ask = asks[request["ask"]]
    out.write(json.dumps(ask(request)) + "\n")
    out.flush()
    os._exit(0)  # no waiting for threads that an import started


main()
