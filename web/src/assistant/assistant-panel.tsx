import type { ChatTurn } from '@curbwrench/contract/assistant/schemas';
import type { SessionUser } from '@curbwrench/contract/people/schemas';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useBusiness } from '../business/queries.ts';
import { IconButton } from '../ui/button.tsx';
import { assistantPanelClass } from './assistant-panel-class.ts';
import { ChatLog, type ChatMessage } from './chat-log.tsx';
import { greetingFor, openingQuestions } from './greeting.ts';
import { MessageBox } from './message-box.tsx';
import { useAsk } from './queries.ts';
import { useKeyboardHeight } from './use-keyboard-height.ts';

const noConnectionText =
  "I'm sorry, I'm having trouble connecting right now. Please try again in a moment.";

interface AssistantPanelProps {
  user: SessionUser;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Renders the assistant panel next to the page, which stays usable; on a phone, as a sheet over the page. The
 * conversation is kept while the panel is closed.
 */
export function AssistantPanel({ user, isOpen, onClose }: AssistantPanelProps) {
  const { name } = useBusiness();
  const { role } = user;
  const title = `${name} Assistant`;
  const titleId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const messageBox = useRef<HTMLInputElement>(null);
  const ask = useAsk(user);
  const [messages, setMessages] = useState<readonly ChatMessage[]>(() => [
    toMessage(0, 'assistant', greetingFor(role, user.firstName, title)),
  ]);
  const isWaiting = ask.isPending;
  const keyboardHeight = useKeyboardHeight(isOpen);

  useEffect(() => {
    // A disabled message box cannot take focus, and on a phone the keyboard would cover the answer.
    if (!isOpen) return;
    if (isWaiting || matchMedia('(pointer: coarse)').matches) panel.current?.focus();
    else messageBox.current?.focus();
  }, [isOpen, isWaiting]);

  useEffect(() => {
    const element = panel.current;
    if (!element || !isOpen) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing) onClose();
    };
    element.addEventListener('keydown', closeOnEscape);
    return () => element.removeEventListener('keydown', closeOnEscape);
  }, [isOpen, onClose]);

  const addMessage = (author: ChatTurn['role'], content: string) =>
    setMessages((previous) => [...previous, toMessage(previous.length, author, content)]);

  function send(message: string) {
    if (message === '' || isWaiting) return;
    addMessage('user', message);
    ask.mutate(
      { message, earlierMessages: messages },
      {
        onSuccess: (response) => addMessage('assistant', response),
        onError: () => addMessage('assistant', noConnectionText),
      },
    );
  }

  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      hidden={!isOpen}
      style={{ bottom: keyboardHeight === 0 ? undefined : keyboardHeight }}
      className={assistantPanelClass}
    >
      <header className="flex items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-5">
        <h2 id={titleId} className="min-w-0 truncate text-lg">
          {title}
        </h2>
        <IconButton
          label="Close the assistant"
          icon={<X className="size-5" aria-hidden />}
          onClick={onClose}
        />
      </header>
      <ChatLog
        messages={messages}
        isWaiting={isWaiting}
        suggestions={messages.length === 1 ? openingQuestions[role] : []}
        onSuggestion={send}
      />
      <MessageBox ref={messageBox} isWaiting={isWaiting} onSend={send} />
    </div>
  );
}

function toMessage(id: number, role: ChatTurn['role'], content: string): ChatMessage {
  return { id, role, content, timestamp: new Date().toISOString() };
}
