import type { calls, CallName } from '@curbwrench/contract/calls';
import type { callOf } from './requests.ts';

/** Calls that change something. */
type ChangingCall = {
  [Name in CallName]: (typeof calls)[Name]['method'] extends 'GET' ? never : Name;
}[CallName];

type ModelledCall = (typeof callOf)[keyof typeof callOf];

const session =
  'opens or ends a session: who is signed in is what the model starts from, not what it decides';
const link = 'depends on a secret sent by mail, which no rule of the business reads';
const ownAccount = 'changes what only its owner sees of their account, and no rule reads';
const secondFactor = 'changes how somebody comes in, never what they may do then';
const invitation =
  'a person more would need a cast that grows; what an invitation gives is the role, which is modelled';

/**
 * Every call that changes something and is not in the model, with why. The compiler refuses a call of
 * the contract that is neither here nor in `callOf`.
 */
export const unmodelled: Readonly<Record<Exclude<ChangingCall, ModelledCall>, string>> = {
  openDemoSession: session,
  signOut: session,
  signIn: session,
  signInWithCode: session,
  revokeSession: session,
  revokeOtherSessions: session,
  signUp: link,
  verifyEmail: link,
  resendVerification: link,
  requestPasswordReset: link,
  resetPassword: link,
  changeEmail: link,
  cancelEmailChange: link,
  cancelEmailChangeByLink: link,
  showMail: 'changes nothing but the trail, which says who looked',
  changeAccount: ownAccount,
  changePassword: ownAccount,
  startTwoFactor: secondFactor,
  confirmTwoFactor: secondFactor,
  stopTwoFactor: secondFactor,
  removeSecondFactor: secondFactor,
  setUp: 'can be made once in the life of a business, before there is anybody',
  invite: invitation,
  resendInvitation: invitation,
  withdrawInvitation: invitation,
  acceptInvitation: invitation,
  readInvitation: 'changes nothing: it is a POST only to keep the link out of logs',
  chat: 'changes nothing: the assistant only reads',
};
