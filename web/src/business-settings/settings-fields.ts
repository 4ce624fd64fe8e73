import type { BusinessSettingsInput } from '@curbwrench/contract/business/schemas';
import type { UseFormReturn } from 'react-hook-form';
import type { SettingsForm } from './settings-form.ts';

/** The React Hook Form object of the settings form. Each component that renders a group of its fields receives it. */
export type SettingsFields = UseFormReturn<SettingsForm, unknown, BusinessSettingsInput>;
