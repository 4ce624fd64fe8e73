import type { TextBlock } from '@curbwrench/contract/site/wording';
import { PhoneText } from '../ui/phone-text.tsx';

/** Renders text that the business has written: headings, paragraphs and lists. */
export function TextBlocks({ blocks }: { blocks: readonly TextBlock[] }) {
  return blocks.map((block, index) => {
    // The blocks never move, so the index can be the key.
    const key = index;
    if (block.kind === 'heading') {
      return (
        <h2 key={key} className="mt-8 text-xl wrap-anywhere first:mt-0">
          <PhoneText>{block.text}</PhoneText>
        </h2>
      );
    }
    if (block.kind === 'paragraph') {
      return (
        <p key={key} className="mt-2 wrap-anywhere text-ink-soft first:mt-0">
          <PhoneText>{block.text}</PhoneText>
        </p>
      );
    }
    return (
      <ul key={key} className="mt-2 list-disc space-y-1 pl-5 text-ink-soft first:mt-0">
        {block.items.map((item) => (
          <li key={item} className="wrap-anywhere">
            <PhoneText>{item}</PhoneText>
          </li>
        ))}
      </ul>
    );
  });
}
