// Answers a test's questions about scripts: a line of JSON each, as does every answer.
"use strict";

const { readFileSync } = require("node:fs");
const { createInterface } = require("node:readline");

// The names of some scripts are known to what is asked of them.
const opened = new Map();
function open(files) {
  const key = files.join();
  if (!opened.has(key)) {
    const text = files.map((file) => readFileSync(file, "utf8")).join("");
    const inside = text.replace(/^export default /m, "const exported = ");
    opened.set(key, new Function(`${inside}\nreturn (asked) => eval(asked);`)());
  }
  return opened.get(key);
}

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { files, asked, given } = JSON.parse(line);
  let answer = {};
  try {
    answer = { value: await open(files)(`(${asked})`)(...given) };
  } catch (error) {
    answer = { error: String(error.stack) };
  }
  process.stdout.write(`${JSON.stringify(answer, (_, value) => value ?? null)}\n`);
});
