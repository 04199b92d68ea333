package io.sluice.plan.tracking;

import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Rules;
import java.time.Instant;

/** Holds what a step knows once it has decided: everything that a report may need. */
public record StepContext(
    Rules rules,
    AttemptState state,
    HubSnapshot hub,
    ClusterTracker tracker,
    Membership members,
    SlotRule slots,
    Approvals approvals,
    Instant now) {}
