// In a frame a page tells how high it is, so that the page around it can make the frame so.
export default inOrder(() => {
  const block = document.querySelector("@main_block_container@");
  const sizes = new ResizeObserver(() => {
    parent.postMessage({ oqHeight: Math.ceil(block.getBoundingClientRect().height) }, "*");
  });
  sizes.observe(block);
  return () => sizes.disconnect();
});
