package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.rollout.ClusterIssue.IssueReason;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Restores a hub in the middle of a rollout beside OCM's propagator: the Rollout comes back without
 * its status and finalizer, and the override is excluded from backups (policy-propagation 14.2).
 */
@Tag("nightly")
@Timeout(300)
class BesideRestoreTest {
  private static final Function<String, Set<HubBackup.Trait>> WITHOUT_STATUS =
      policy -> HubBackup.traits(HubBackup.Trait.WITHOUT_STATUS);

  private final BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1,p2");

  @AfterEach
  void close() {
    fixture.close();
  }

  /** Dev enforces version one, prod waits for an approval; the worker is stopped. */
  private HubBackup backup() {
    fixture.policy("zero").policy("one").start();
    fixture.rollout.rollout(
        BesideFixture.MANUAL.replaceFirst(
            "\\}$", ", decisionGroups: [{groupName: dev, rolloutApproved: true}]}"));
    awaitDev();
    fixture.rollout.stop();
    return HubBackup.of(fixture.rollout.client(), fixture.rollout.namespace());
  }

  private void awaitDev() {
    fixture.await(
        () ->
            String.valueOf(fixture.rollout.status().get("waitingFor"))
                    .startsWith("Waiting for approval of group prod")
                && fixture.actions().equals(List.of("enforce", "enforce", "inform", "inform")));
  }

  private void goOn(Map<String, Object> before) {
    awaitDev();
    assertThat(fixture.listed()).containsExactly("d1", "d2");
    assertThat(fixture.rollout.status().get("rolloutUID"))
        .isNotNull()
        .isNotEqualTo(before.get("rolloutUID"));

    fixture.rollout.approve("dev", "prod");
    fixture.await(() -> "Succeeded".equals(fixture.rollout.status().get("outcome")));
    fixture.await(fixture::clean);
    assertThat(fixture.forbiddenWrites()).isEmpty();
  }

  @Test
  void aRolloutBeginsAnewWithAnOverrideOfItsOwn() {
    HubBackup backup = backup();
    Map<String, Object> before = fixture.rollout.status();
    backup.loseHub().restore(WITHOUT_STATUS);
    fixture.rollout.placement();
    fixture.await(() -> fixture.actions().equals(List.of("inform", "inform", "inform", "inform")));

    fixture.start();

    goOn(before);
  }

  @Test
  void anOverrideThatWasLeftIsEmptiedBeforeTheRolloutBeginsAnew() {
    HubBackup backup = backup();
    Map<String, Object> before = fixture.rollout.status();
    backup.losePolicies().restorePolicies(WITHOUT_STATUS);
    fixture.rollout.placement();
    // Its pages belong to the attempt of before: the propagator follows them.
    fixture.await(
        () -> fixture.actions().equals(List.of("enforce", "enforce", "inform", "inform")));

    fixture.start();

    fixture.await(() -> fixture.listed().isEmpty());
    goOn(before);
  }

  @Test
  void clustersThatAnOverrideOfBeforeEnforcedAreListed() {
    HubBackup backup = backup();
    backup.losePolicies().restorePolicies(WITHOUT_STATUS);
    fixture.await(
        () -> fixture.actions().equals(List.of("enforce", "enforce", "inform", "inform")));

    fixture.start();

    fixture.await(
        () ->
            fixture
                .exceptions()
                .containsAll(
                    List.of(
                        "d1 " + IssueReason.UNSTAGED_CHANGE.label(),
                        "d2 " + IssueReason.UNSTAGED_CHANGE.label())));
  }
}
