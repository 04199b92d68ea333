package io.sluice.plan.tracking;

import io.sluice.rollout.AttemptState;
import io.sluice.rollout.HubSnapshot;
import java.time.Instant;

/** Gathers what a step knows once it has decided: everything that people may have to be told. */
public record StepContext(
    AttemptState state,
    HubSnapshot hub,
    ClusterTracker tracker,
    Membership members,
    SlotRule slots,
    Approvals approvals,
    Instant now) {}
