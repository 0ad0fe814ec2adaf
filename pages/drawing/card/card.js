// The card that the server has drawn, and a button that saves it as PNG, in its own size.

const cards = new WeakMap(); // what each place shows

export default inOrder(({ data, parentElement }) => {
  const root = parentElement.querySelector(".card");
  if (cards.get(root) === data.text) return;
  cards.set(root, data.text);
  const picture = made("img");
  picture.alt = data.words;
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(data.text)}`;
  const save = async () => saveAs(await asPng(data, 1), data.file);
  root.replaceChildren(picture, pressable("", "Save as PNG", save));
});
