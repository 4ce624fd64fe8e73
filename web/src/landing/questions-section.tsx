import { parseFaq } from '@curbwrench/contract/site/wording';
import { Plus } from 'lucide-react';
import { TextBlocks } from '../site/text-blocks.tsx';
import { LandingSection } from './landing-section.tsx';

/** Shows the business's questions, each of which opens its answer; nothing if there are none. */
export function QuestionsSection({ questions }: { questions: string }) {
  const items = parseFaq(questions);
  if (items.length === 0) return null;
  return (
    <LandingSection id="questions" title="Questions">
      <div className="max-w-3xl border-t border-line">
        {items.map(({ question, answer }, index) => (
          <details key={question} open={index === 0} className="group border-b border-line">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 [&::-webkit-details-marker]:hidden">
              <h3 className="min-w-0 text-lg wrap-anywhere">{question}</h3>
              <Plus
                className="size-5 shrink-0 text-ink-faint transition-transform group-open:rotate-45"
                aria-hidden
              />
            </summary>
            <div className="max-w-prose pb-4">
              <TextBlocks blocks={answer} />
            </div>
          </details>
        ))}
      </div>
    </LandingSection>
  );
}
