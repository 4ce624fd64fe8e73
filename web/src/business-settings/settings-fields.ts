import type { BusinessSettingsInput } from '@curbwrench/contract/business/schemas';
import type { UseFormReturn } from 'react-hook-form';
import type { SettingsForm } from './settings-form.ts';

/** The settings form, as it is passed to its parts. */
export type SettingsFields = UseFormReturn<SettingsForm, unknown, BusinessSettingsInput>;
