package io.sluice.control.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Finds clusters whose soak is over, as far as the status shows them. */
class FinishedClustersTest {
  private final OverrideHub overrides = new OverrideHub().bound("c1", "c2");

  @AfterEach
  void close() {
    overrides.close();
  }

  private void group(int clusters, int soaking, int succeeded) {
    overrides.status(
        "decisionGroups",
        List.of(
            Map.of(
                "placement",
                "fleet",
                "groupName",
                "",
                "groupIndex",
                0,
                "counts",
                Map.of("clusters", clusters, "soaking", soaking, "succeeded", succeeded))));
  }

  private java.util.Set<String> finished() {
    return FinishedClusters.of(overrides.context());
  }

  @Test
  void theyAreThoseOfAGroupWithoutAClusterInFlight() {
    group(2, 0, 2);
    assertThat(finished()).containsExactly("c1", "c2");
    group(2, 1, 1);
    assertThat(finished()).isEmpty();
  }

  @Test
  void aClusterThatIsAnExceptionIsNone() {
    group(2, 0, 1);
    overrides.status(
        "exceptions", List.of(Map.of("cluster", "c2", "status", "Failed", "reason", "Failed")));
    assertThat(finished()).containsExactly("c1");
  }

  @Test
  void thereIsNoneIfTheGroupHasOtherClustersByNow() {
    group(3, 0, 3);
    assertThat(finished()).isEmpty();
  }

  @Test
  void whereExceptionsWereCutTheyAreThoseOfAGroupThatHasSucceeded() {
    overrides.status("exceptionsOmitted", 1);
    group(2, 0, 2);
    assertThat(finished()).containsExactly("c1", "c2");
    group(2, 0, 1);
    assertThat(finished()).isEmpty();
  }
}
