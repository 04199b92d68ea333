package io.sluice.tools.request;

/** States which versions an approval is meant for (rollout-strategy A4). */
public enum ApprovalVersion {
  /** The present one alone; the field {@code approvalsForVersion} is left where it has no name. */
  THIS_IF_NAMED,
  /** The present one alone; refused where it has no name. */
  THIS,
  /** Every one: the field {@code approvalsForVersion} is left as it is. */
  ANY
}
