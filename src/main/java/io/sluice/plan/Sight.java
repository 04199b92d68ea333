package io.sluice.plan;

import java.time.Instant;

/** Gathers what a step knows once it has decided: everything that people may have to be told. */
record Sight(
    AttemptState state,
    HubView hub,
    Ledger ledger,
    Membership members,
    Handover handover,
    Approvals approvals,
    Instant now) {}
