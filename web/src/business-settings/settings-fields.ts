import type { BusinessSettingsInput } from '@curbwrench/contract/business/schemas';
import type { UseFormReturn } from 'react-hook-form';
import type { SettingsForm } from './settings-form.ts';

/** React Hook Form's object for the settings form, passed to the components for groups of its fields. */
export type SettingsFields = UseFormReturn<SettingsForm, unknown, BusinessSettingsInput>;
