package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.hub.crd.Kinds;
import org.junit.jupiter.api.Test;

/** Installs Sluice on a hub as OCM ships it, by the commands of docs/beside.md. */
class BesideInstallIT {
  @Test
  void theDocumentedCommandsAddTheRolloutKindAndTheRightsAndLeaveTheKindsOfPolicies() {
    // Each command has succeeded, or there would be no environment.
    BesideEnvironment environment = BesideEnvironment.get();
    assertThat(BesideEnvironment.documentedCommands())
        .containsExactly("kubectl apply -f deploy/crds", "kubectl apply -f deploy/rbac/beside");

    assertThat(environment.run("kubectl get crd " + Kinds.resource(Kinds.POLICY) + " -o yaml"))
        .contains("remediationAction")
        .doesNotContain("rolloutStrategy", "rolloutStatus");
    assertThat(
            environment.run(
                "kubectl get crd " + Kinds.resource(Kinds.PLACEMENT_BINDING) + " -o yaml"))
        .doesNotContain("remediationActionOverride");
    assertThat(environment.run("kubectl get crd " + Kinds.resource(Kinds.ROLLOUT) + " -o yaml"))
        .contains("overrideRelease");
    assertThat(environment.worker().ready()).contains("ok, leading, mode Beside, role all");
    assertThat(environment.worker().output())
        .contains("Mode Beside: Lease open-cluster-management/policy-propagator.")
        .doesNotContain("may not");
  }
}
