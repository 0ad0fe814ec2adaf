"""What components do whenever Streamlit calls them: it may be late, or out of order."""

from itertools import permutations, product

import pytest
from playwright.sync_api import Page

from pages.host.components import IN_ORDER

#: Loads a component's script as Streamlit does.
LOAD = """
async (script) => {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  window.component = (await import(url)).default;
}
"""

#: The newest call is the last of them by its number; whatever is older is cleaned up after.
SCENARIO = """
async ([order, atOnce]) => {
  window.running = [];
  const parentElement = document.body.appendChild(document.createElement("div"));
  const newest = Math.max(...order);
  let cleanUp;
  const late = [];
  for (const data of order) {
    const end = component({ data, parentElement });
    if (data === newest) cleanUp = end;
    else if (atOnce) end();
    else late.push(end);
  }
  late.forEach((end) => end());
  await new Promise((resolve) => { setTimeout(resolve); });
  const held = [...running];
  const next = component({ data: newest + 1, parentElement });
  const replaced = [...running];
  parentElement.remove();
  next();
  return [held, replaced, running];
}
"""


@pytest.fixture
def loaded(page: Page, server: str):
    """Loads a script into a page that has nothing else."""
    page.goto(f"{server}/_stcore/health")

    def load(script: str) -> Page:
        page.evaluate(LOAD, IN_ORDER + script)
        return page

    return load


def test_the_newest_call_holds_in_whatever_order_they_come(loaded):
    page = loaded("""
        export default inOrder(({ data }) => {
          running.push(data);
          return () => running.splice(running.indexOf(data), 1);
        });
    """)
    for order, at_once in product(permutations((1, 2, 3)), (True, False)):
        found = page.evaluate(SCENARIO, [order, at_once])
        assert found == [[3], [4], []], (order, at_once)
