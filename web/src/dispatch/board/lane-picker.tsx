import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';

interface LanePickerProps {
  lanes: readonly { readonly id: string; readonly name: string; readonly count: number }[];
  value: string;
  onChange: (id: string) => void;
}

/** Renders the dropdown that selects the lane in a narrow window, and buttons for the previous and next lanes. */
export function LanePicker({ lanes, value, onChange }: LanePickerProps) {
  const index = lanes.findIndex(({ id }) => id === value);
  const step = (offset: number) => {
    const next = lanes.at((index + offset) % lanes.length);
    if (next) onChange(next.id);
  };
  return (
    <div className="flex items-center gap-1 border-t border-line px-2 py-2">
      <IconButton
        label="Previous"
        icon={<ChevronLeft className="size-5" aria-hidden />}
        onClick={() => step(-1)}
      />
      <div className="min-w-0 flex-1">
        <Select
          aria-label="Mechanic"
          className="font-semibold"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {lanes.map(({ id, name, count }) => (
            <option key={id} value={id}>
              {name} ({count})
            </option>
          ))}
        </Select>
      </div>
      <IconButton
        label="Next"
        icon={<ChevronRight className="size-5" aria-hidden />}
        onClick={() => step(1)}
      />
    </div>
  );
}
