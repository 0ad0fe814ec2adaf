"""Why a file was refused, in place of the number that the uploader shows."""

from pages.host.components import component

_refused = component(
    "oq_refused",
    script="""
// The uploader shows the number of a refusal, and not the sentence that came with it.
const NUMBER = /AxiosError: @refusal@/;
const WORDS = "not taken, as too much was sent in this hour or waits to be opened. Open what is "
  + "here first, or try again later.";
const explain = () => {
  for (const uploader of document.querySelectorAll("@file_uploader@")) {
    const texts = document.createTreeWalker(uploader, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (NUMBER.test(text.nodeValue)) text.nodeValue = text.nodeValue.replace(NUMBER, WORDS);
    }
  }
};
export default inOrder(() => {
  const observer = new MutationObserver(explain);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  explain();
  return () => observer.disconnect();
});
""",
)


def explain_refusals() -> None:
    """Let the uploaders of this page say why a file was refused."""
    _refused(key="refused")
