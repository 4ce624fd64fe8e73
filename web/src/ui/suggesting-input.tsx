import type { ComponentProps } from 'react';
import { SuggestionList } from './suggestion-list.tsx';
import { TextInput } from './text-input.tsx';
import { useSuggestions } from './use-suggestions.ts';

interface SuggestingInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: string;
  /** Those that match the current text. */
  suggestions: readonly string[];
  onValueChange: (value: string) => void;
}

/** Renders a text input with suggestions; any other text can be typed too. */
export function SuggestingInput({
  value,
  suggestions,
  onValueChange,
  onBlur,
  ...rest
}: SuggestingInputProps) {
  const { listId, isOpen, activeIndex, setList, getFieldProps } = useSuggestions();
  // A text that is already entered need not be suggested, and a list must not cover what is wrong with an empty field.
  const isDone = suggestions.length === 1 && suggestions[0] === value;
  const offered = isDone || (value === '' && rest['aria-invalid']) ? [] : suggestions;

  function choose(index: number) {
    setList(false);
    onValueChange(offered[index] ?? value);
  }

  return (
    <div className="relative">
      <TextInput
        {...rest}
        {...getFieldProps(offered.length, choose)}
        autoComplete="off"
        value={value}
        onChange={({ target }) => {
          setList(true);
          onValueChange(target.value);
        }}
        onFocus={() => {
          if (value === '') setList(true);
        }}
        onBlur={(event) => {
          setList(false);
          onBlur?.(event);
        }}
      />
      {isOpen && offered.length > 0 && (
        <SuggestionList
          id={listId}
          label="Suggestions"
          suggestions={offered.map((text) => ({
            key: text,
            content: <span className="wrap-anywhere">{text}</span>,
          }))}
          activeIndex={activeIndex}
          onChoose={choose}
        />
      )}
    </div>
  );
}
