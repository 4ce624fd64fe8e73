/** A phone number in a text, such as '+1 555 0100' or '(415) 555-0134'; short enough to fit on every line. */
const phonePattern = /(\+?\(?\d[\d ().-]{5,18}\d)/;

/** Renders text in which no phone number breaks across lines. */
export function PhoneText({ children }: { children: string }) {
  return children.split(phonePattern).map((part, index) => {
    // `split` puts what the pattern matched at the odd indexes.
    if (index % 2 === 0) return part;
    // The parts never move, so the index can be the key.
    const key = index;
    return (
      <span key={key} className="whitespace-nowrap">
        {part}
      </span>
    );
  });
}
