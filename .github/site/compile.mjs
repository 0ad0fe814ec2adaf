// Compiles the Python files of a folder by the very Pyodide that is shipped:
// node compile.mjs PYODIDE FOLDER PLACE HOW. PLACE is what the folder is called in the browser; HOW
// says where compiled files go: "beside" sources, or "instead" of them, then without docstrings.
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2, 4).map((each) => path.resolve(each));
const { loadPyodide } = await import(pathToFileURL(path.join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: pyodide + path.sep });
python.FS.mkdir("/tree");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/tree");
python.globals.set("place", process.argv[4]);
python.globals.set("instead", process.argv[5] === "instead");
python.runPython(`
import compileall, py_compile
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
compileall.compile_dir("/tree", ddir=place, quiet=2, legacy=instead, invalidation_mode=unchecked,
    optimize=2 if instead else 0)
`);
// Emscripten's timers would keep Node waiting.
process.exit(0);
