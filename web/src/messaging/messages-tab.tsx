import {
  messageKinds,
  type MessageChannel,
  type MessageKind,
} from '@curbwrench/contract/messaging/kinds';
import type { MessageTemplate } from '@curbwrench/contract/messaging/schemas';
import {
  messageChannelLabels,
  messageKindNames,
  toMessageTemplateId,
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
import { useMessageTemplates } from './queries.ts';

const MessageTemplateDialog = lazyComponent(
  async () => (await import('./message-template-dialog.tsx')).MessageTemplateDialog,
);

const audiences = [
  { audience: 'customer', title: 'To customers' },
  { audience: 'mechanic', title: 'To mechanics' },
  { audience: 'office', title: 'To the office' },
] as const;

/** Lists the templates of the messages that the business sends, for admins to edit. */
export function MessagesTab() {
  const query = useMessageTemplates();
  const [openedId, setOpenedId] = useState<string | null>(null);
  const opened = query.data?.find((template) => toMessageTemplateId(template) === openedId);
  return (
    <div className="grid gap-5">
      <ChannelNotice />
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={6} />}
        failure="We couldn't load the message templates."
        getCause={getErrorMessage}
      >
        {(templates) => (
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
                        templates={templates.filter((template) => template.kind === kind)}
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
          <MessageTemplateDialog
            key={openedId}
            template={opened}
            onClose={() => setOpenedId(null)}
          />
        </LazyPart>
      )}
    </div>
  );
}

const channelColumns = {
  email: 'md:col-start-1',
  sms: 'md:col-start-2',
  push: 'md:col-start-3',
} as const satisfies Record<MessageChannel, string>;

interface KindRowProps {
  kind: MessageKind;
  templates: readonly MessageTemplate[];
  onOpen: (id: string) => void;
}

function KindRow({ kind, templates, onOpen }: KindRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 sm:px-5">
      <h3 className="font-sans text-base font-semibold tracking-normal">
        {messageKinds[kind].label}
      </h3>
      {/* In wide windows, each channel has its column. */}
      <div className="flex flex-wrap gap-2 md:grid md:grid-cols-[8rem_12rem_8rem]">
        {templates.map((template) => (
          <ChannelButton key={template.channel} template={template} onOpen={onOpen} />
        ))}
      </div>
    </div>
  );
}

function ChannelButton({
  template,
  onOpen,
}: { template: MessageTemplate } & Pick<KindRowProps, 'onOpen'>) {
  const Icon = channelIcons[template.channel];
  const label = `${messageChannelLabels[template.channel]}${template.isEdited ? ' (edited)' : ''}`;
  return (
    <Button
      size="sm"
      className={channelColumns[template.channel]}
      icon={<Icon className="size-4" aria-hidden />}
      aria-label={`${label}: ${messageKinds[template.kind].label}`}
      onClick={() => onOpen(toMessageTemplateId(template))}
    >
      {label}
    </Button>
  );
}
