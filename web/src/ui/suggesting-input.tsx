import type { ComponentProps } from 'react';
import { SuggestionList } from './suggestion-list.tsx';
import { TextInput } from './text-input.tsx';
import { useSuggestions } from './use-suggestions.ts';

interface SuggestingInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: string;
  /** The suggestions that match the current text. */
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
  const { listId, isOpen, activeIndex, setListOpen, getFieldProps } = useSuggestions();
  // Text that is already entered need not be suggested, and the list must not cover an empty field's error message.
  const isAlreadyEntered = suggestions.length === 1 && suggestions[0] === value;
  const offeredSuggestions =
    isAlreadyEntered || (value === '' && rest['aria-invalid']) ? [] : suggestions;

  function choose(index: number) {
    setListOpen(false);
    onValueChange(offeredSuggestions[index] ?? value);
  }

  return (
    <div className="relative">
      <TextInput
        {...rest}
        {...getFieldProps(offeredSuggestions.length, choose)}
        autoComplete="off"
        value={value}
        onChange={({ target }) => {
          setListOpen(true);
          onValueChange(target.value);
        }}
        onFocus={() => {
          if (value === '') setListOpen(true);
        }}
        onBlur={(event) => {
          setListOpen(false);
          onBlur?.(event);
        }}
      />
      {isOpen && offeredSuggestions.length > 0 && (
        <SuggestionList
          id={listId}
          label="Suggestions"
          suggestions={offeredSuggestions.map((text) => ({
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
