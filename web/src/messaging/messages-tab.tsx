import { messageKinds, type MessageKind } from '@curbwrench/contract/messaging/kinds';
import type { MessageTextReply } from '@curbwrench/contract/messaging/schemas';
import {
  messageChannelLabels,
  messageKindNames,
  toMessageTextId,
} from '@curbwrench/contract/messaging/template-keys';
import { useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { Button } from '../ui/button.tsx';
import { LazyPart } from '../ui/lazy-boundary.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Panel } from '../ui/panel.tsx';
import { RowList } from '../ui/row-list.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';
import { channelIcons } from './channel-icons.ts';
import { ChannelNotice } from './channel-notice.tsx';
import { useMessageTexts } from './queries.ts';

const MessageTextDialog = lazyComponent(
  async () => (await import('./message-template-dialog.tsx')).MessageTextDialog,
);

const audiences = [
  { audience: 'customer', title: 'To customers' },
  { audience: 'mechanic', title: 'To mechanics' },
  { audience: 'office', title: 'To the office' },
] as const;

/** Lists the messages that the business sends, for admins to edit their wording. */
export function MessagesTab() {
  const query = useMessageTexts();
  const [openedId, setOpenedId] = useState<string | null>(null);
  const opened = query.data?.find((text) => toMessageTextId(text) === openedId);
  return (
    <div className="grid gap-5">
      <ChannelNotice />
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={6} />}
        failure="We couldn't load the message templates."
        getCause={getErrorMessage}
      >
        {(texts) => (
          <>
            {audiences.map(({ audience, title }) => (
              <Panel key={audience} title={title} flush>
                <RowList label={title} bare>
                  {messageKindNames
                    .filter((kind) => messageKinds[kind].audience === audience)
                    .map((kind) => (
                      <KindRow
                        key={kind}
                        kind={kind}
                        texts={texts.filter((text) => text.kind === kind)}
                        onOpen={setOpenedId}
                      />
                    ))}
                </RowList>
              </Panel>
            ))}
          </>
        )}
      </Loaded>
      {opened && (
        <LazyPart>
          <MessageTextDialog key={openedId} text={opened} onClose={() => setOpenedId(null)} />
        </LazyPart>
      )}
    </div>
  );
}

interface KindRowProps {
  kind: MessageKind;
  texts: readonly MessageTextReply[];
  onOpen: (id: string) => void;
}

function KindRow({ kind, texts, onOpen }: KindRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 sm:px-5">
      <h3 className="font-sans text-base font-semibold tracking-normal">
        {messageKinds[kind].label}
      </h3>
      <div className="flex flex-wrap gap-2">
        {texts.map((text) => (
          <ChannelButton key={text.channel} text={text} onOpen={onOpen} />
        ))}
      </div>
    </div>
  );
}

function ChannelButton({
  text,
  onOpen,
}: { text: MessageTextReply } & Pick<KindRowProps, 'onOpen'>) {
  const Icon = channelIcons[text.channel];
  const label = `${messageChannelLabels[text.channel]}${text.isEdited ? ' (edited)' : ''}`;
  return (
    <Button
      size="sm"
      icon={<Icon className="size-4" aria-hidden />}
      aria-label={`${label}: ${messageKinds[text.kind].label}`}
      onClick={() => onOpen(toMessageTextId(text))}
    >
      {label}
    </Button>
  );
}
