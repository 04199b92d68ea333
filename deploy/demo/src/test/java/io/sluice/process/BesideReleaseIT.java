package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Releases clusters, or keeps them, on a real hub (policy-propagation 14.3.6). */
@Timeout(Patience.TEST)
class BesideReleaseIT {
  @Test
  void perClusterAGroupIsReleasedAfterItsSoakAndTheRestWhenItHasItsTurn() {
    try (RealBesideFixture fixture = RealBesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.policy("one").rollout.rollout(released("PerCluster", OverrideFixture.MANUAL));
      fixture.approve("dev");
      // The recorded pages: the soak may be over before anyone looks at the present ones.
      fixture.await(
          () ->
              List.of("d1", "d2").stream()
                  .allMatch(
                      cluster ->
                          fixture.history().pages().stream()
                              .anyMatch(page -> page.clusters().contains(cluster))));
      fixture.await(() -> fixture.listed().isEmpty());
      fixture.await(() -> fixture.actions().equals(List.of("inform", "inform", "inform")));
      assertThat(fixture.rollout.status()).containsEntry("runOpen", true);

      fixture.approve("dev", "prod");
      fixture.awaitEnd(1, "Succeeded");
      fixture.await(fixture::clean);
      assertThat(fixture.rollout.status().get("counts").toString()).contains("succeeded=3");
      assertThat(fixture.history().pages())
          .noneMatch(page -> page.clusters().contains("p1") && page.clusters().contains("d1"));
    }
  }

  @Test
  void neverKeepsClustersEnforcedAndSaysSo() {
    try (RealBesideFixture fixture = RealBesideFixture.of("dev=d1", "prod=p1")) {
      fixture.policy("one").rollout.rollout(released("Never", OverrideFixture.PER_GROUP));
      fixture.awaitEnd(1, "Succeeded");
      fixture.await(() -> fixture.condition("OverrideReleased").isPresent());
      assertThat(fixture.condition("OverrideReleased").orElseThrow())
          .containsEntry("status", "False")
          .containsEntry("reason", "Never");
      assertThat(fixture.actions()).containsOnly("enforce");

      fixture.rollout.policy("two", "");
      fixture.await(() -> fixture.exceptions().contains("d1 UnstagedChange"));
      fixture.awaitEnd(2, "Succeeded");
      assertThat(fixture.listed()).containsExactly("d1", "p1");
    }
  }

  @Test
  void whileHaltedOnlyClustersThatAreSilentAndUnreachableAreTakenBack() {
    try (RealBesideFixture fixture =
        RealBesideFixture.with(
            SpokeBehaviours.all(SpokeBehaviour.ORDINARY)
                .butFor("h2", SpokeBehaviour.ORDINARY.neverCompliant()),
            "dev=h1,h2,h3",
            "prod=h4")) {
      fixture.policy("one").rollout.cutOff("h3");
      fixture.rollout.rollout(
          "{rolloutStrategy: {type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 8s}}}");
      fixture.awaitEnd(1, "Failed");
      fixture.await(() -> fixture.listed().equals(List.of("h1", "h2")));
      Patience.stays(
          Duration.ofSeconds(4), () -> assertThat(fixture.listed()).containsExactly("h1", "h2"));
      assertThat(fixture.actions()).containsExactly("enforce", "enforce", "inform", "inform");
      assertThat(fixture.exceptions()).anyMatch(issue -> issue.startsWith("h2 "));
      assertThat(fixture.rollout.status().get("counts").toString()).contains("toApply=1");
      fixture.checkEnforced("h1", false, true);
      fixture.checkEnforced("h4", false);
    }
  }

  private static String released(String release, String spec) {
    return spec.replaceFirst("\\{", "{overrideRelease: " + release + ", ");
  }
}
