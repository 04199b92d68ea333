package io.sluice.plan.report;

import io.sluice.plan.check.CheckJudge;
import io.sluice.plan.hold.Holds;
import io.sluice.plan.tracking.Approvals;
import io.sluice.plan.tracking.ClusterTracker;
import io.sluice.plan.tracking.Membership;
import io.sluice.plan.tracking.SlotRule;
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
    Holds holds,
    CheckJudge checks,
    Instant now) {}
