import { messageChannels } from '@curbwrench/contract/messaging/kinds';
import { messageStates } from '@curbwrench/contract/messaging/message-states';
import { messageChannelLabels } from '@curbwrench/contract/messaging/template-keys';
import type { MessageLogSearch } from '../searches.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { messageStateDetails } from './message-state.ts';

interface MessageLogFiltersProps {
  search: MessageLogSearch;
  onSearchChange: (change: {
    [Key in keyof MessageLogSearch]: MessageLogSearch[Key] | undefined;
  }) => void;
}

/** Filters the message log by status and channel. */
export function MessageLogFilters({ search, onSearchChange }: MessageLogFiltersProps) {
  return (
    <div className="mb-5 grid max-w-xl grid-cols-2 gap-x-4">
      <Field label="Status">
        {({ id }) => (
          <Select
            id={id}
            value={search.state ?? 'all'}
            onChange={({ target }) =>
              onSearchChange({ state: messageStates.find((state) => state === target.value) })
            }
          >
            <option value="all">All statuses</option>
            {messageStates.map((state) => (
              <option key={state} value={state}>
                {messageStateDetails[state].label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Channel">
        {({ id }) => (
          <Select
            id={id}
            value={search.channel ?? 'all'}
            onChange={({ target }) =>
              onSearchChange({
                channel: messageChannels.find((channel) => channel === target.value),
              })
            }
          >
            <option value="all">All channels</option>
            {messageChannels.map((channel) => (
              <option key={channel} value={channel}>
                {messageChannelLabels[channel]}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
