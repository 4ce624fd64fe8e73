import { textLimits } from '@curbwrench/contract/fields/text-limits';
import { SendHorizontal } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';
import { TextArea } from '../ui/text-input.tsx';

/** Unsent text by draft key, so that nothing is lost when another conversation is opened. */
const drafts = new Map<string, string>();

/** The maximum height of a draft before it scrolls, in px. */
const maxHeight = 160;

interface ComposerProps {
  /** Identifies the viewer and the conversation; each pair has its own draft. */
  draftKey: string;
  /** The recipient's name, for screen readers. */
  to: string;
  /** Whether to focus the message box immediately. Ignored on a touch screen, where this would open the keyboard. */
  shouldFocus: boolean;
  onSend: (text: string) => void;
}

/**
 * Renders the message box. With a keyboard, Enter sends and Shift+Enter starts a new line; on a touch
 * screen Enter starts a new line, as in other apps.
 */
export function Composer({ draftKey, to, shouldFocus, onSend }: ComposerProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => drafts.get(draftKey) ?? '');
  const trimmed = text.trim();
  const isTooLong = trimmed.length > textLimits.message;

  useEffect(() => {
    if (text === '') drafts.delete(draftKey);
    else drafts.set(draftKey, text);
  }, [draftKey, text]);

  useEffect(() => {
    if (shouldFocus && !isTouchScreen()) field.current?.focus({ preventScroll: true });
  }, [shouldFocus]);

  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    // `scrollHeight` doesn't include the borders, which are 2 px in total.
    element.style.height = `${Math.min(element.scrollHeight + 2, maxHeight)}px`;
    element.style.overflowY = element.scrollHeight > maxHeight ? 'auto' : 'hidden';
  }, [text]);

  function send() {
    field.current?.focus();
    if (trimmed === '' || isTooLong) return;
    onSend(trimmed);
    setText('');
  }

  function handleKeyDown(event: KeyboardEvent) {
    // While an input method composes a character, Enter belongs to it.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (event.shiftKey || isTouchScreen()) return;
    event.preventDefault();
    send();
  }

  return (
    <form
      data-bottom-bar
      className="border-t border-line bg-sheet px-3 py-2.5 sm:px-4"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="flex items-end gap-2">
        <label htmlFor={id} className="sr-only">
          Message to {to}
        </label>
        <TextArea
          id={id}
          ref={field}
          rows={1}
          value={text}
          placeholder="Write a message"
          enterKeyHint="enter"
          autoComplete="off"
          className="resize-none"
          aria-invalid={isTooLong || undefined}
          aria-describedby={`${id}-error`}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={handleKeyDown}
        />
        <Button
          type="submit"
          variant="primary"
          icon={<SendHorizontal className="size-5" aria-hidden />}
          disabled={trimmed === '' || isTooLong}
        >
          <span className="max-sm:sr-only">Send</span>
        </Button>
      </div>
      <FieldError id={`${id}-error`}>
        {isTooLong ? `Please keep this to ${textLimits.message} characters or fewer.` : undefined}
      </FieldError>
      <p className="mt-1 text-xs text-ink-faint max-sm:hidden pointer-coarse:hidden">
        Enter to send, Shift+Enter for a new line.
      </p>
    </form>
  );
}

function isTouchScreen(): boolean {
  return window.matchMedia('(pointer: coarse)').matches;
}
