// An example that stands by itself opens in its page on demand: each loads the app.
document.addEventListener("DOMContentLoaded", () => {
  for (const link of document.querySelectorAll("section > p > a.app:only-child")) {
    if (link.parentElement.textContent !== link.textContent) continue;
    const open = document.createElement("button");
    open.textContent = "Open it here";
    open.addEventListener("click", () => {
      const frame = document.createElement("iframe");
      const address = new URL(link.href);
      address.searchParams.set("embed", "true");
      Object.assign(frame, { src: address.href, title: link.textContent, className: "live" });
      addEventListener("message", ({ source, data }) => {
        if (source === frame.contentWindow && data.oqHeight) frame.height = data.oqHeight;
      });
      open.replaceWith(frame);
    });
    link.after(" ", open);
  }
});
