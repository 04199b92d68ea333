package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Edits a policy in a wave and in a soak of its rollout beside a simulated propagator on a real hub
 * (policy-propagation 14.3.5).
 */
@Timeout(Patience.TEST)
class BesideEditIT {
  private static final String SOAKING =
      "{rolloutStrategy: {type: manualPerGroup, manualPerGroup: {minSuccessTime: 6s, progressDeadline: 5m}}}";

  @Test
  void anEditEmptiesAllPagesListsWhatWasEnforcedAndBeginsAnew() {
    try (RealBesideFixture fixture = RealBesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.policy("one").rollout.rollout(SOAKING);
      fixture.approve("dev");
      fixture.await(() -> fixture.listed().equals(List.of("d1", "d2")));

      fixture.rollout.policy("two", "");
      awaitBegunAnew(fixture, 2);
      assertThat(fixture.history().exceptions()).contains("d1 UnstagedChange", "d2 UnstagedChange");

      // In the soak, unless the machine stands still meanwhile.
      fixture.rollout.awaitStatus(
          Patience.MOST,
          found -> String.valueOf(found.get("counts")).matches(".*(soaking|succeeded)=2.*"));
      fixture.history().exceptions().clear();
      fixture.rollout.policy("three", "");
      awaitBegunAnew(fixture, 3);
      assertThat(fixture.history().exceptions()).contains("d1 UnstagedChange", "d2 UnstagedChange");

      fixture.approve("dev", "prod");
      fixture.awaitEnd(3, "Succeeded");
      fixture.await(fixture::clean);
      assertThat(fixture.rollout.content("p1")).isEqualTo("three");
      assertThat(String.join("\n", fixture.events()))
          .contains("Warning UnstagedChange Generation 2 was enforced at once on 2 clusters");
    }
  }

  private static void awaitBegunAnew(RealBesideFixture fixture, int attempt) {
    fixture.await(
        () ->
            fixture.history().pages().stream()
                .anyMatch(
                    page ->
                        page.entries().size() == 2
                            && page.entries().stream()
                                .allMatch(entry -> entry.attempt() == attempt)));
    assertThat(fixture.history().pages())
        .as("the pages were empty in between")
        .filteredOn(page -> page.entries().isEmpty())
        .hasSizeGreaterThanOrEqualTo(attempt - 1);
  }
}
