import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { SendHorizontal } from 'lucide-react';
import { useId, useState, type Ref } from 'react';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface MessageBoxProps {
  ref: Ref<HTMLInputElement>;
  isWaiting: boolean;
  onSend: (message: string) => void;
}

/** Renders the message box. Blank text is not sent, and nothing is sent while waiting for an answer. */
export function MessageBox({ ref, isWaiting, onSend }: MessageBoxProps) {
  const id = useId();
  const [text, setText] = useState('');
  const message = text.trim();
  return (
    <form
      className="flex gap-2 border-t border-line px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
      onSubmit={(event) => {
        event.preventDefault();
        if (message === '' || isWaiting) return;
        onSend(message);
        setText('');
      }}
    >
      <label htmlFor={id} className="sr-only">
        Message to the assistant
      </label>
      <TextInput
        ref={ref}
        id={id}
        value={text}
        disabled={isWaiting}
        maxLength={textLimits.question}
        placeholder="Ask a question"
        autoComplete="off"
        enterKeyHint="send"
        onChange={({ target }) => setText(target.value)}
      />
      <Button
        type="submit"
        variant="primary"
        aria-label="Send"
        icon={<SendHorizontal className="size-5" aria-hidden />}
        disabled={isWaiting || message === ''}
      />
    </form>
  );
}
