package io.sluice.hub;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.PolicyName;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TicketLimitTest {
  private static final PolicyName WEB = new PolicyName("policies", "web");
  private final TicketLimit limit = new TicketLimit();

  private static List<String> clusters(int from, int to) {
    return IntStream.range(from, to).mapToObj("c%02d"::formatted).toList();
  }

  @Test
  void allBatchesOfAPolicyShareThirtyTwoPlaces() {
    assertThat(limit.reserve(WEB, Set.of(), clusters(0, 20))).hasSize(20);
    assertThat(limit.reserve(WEB, Set.of(), clusters(50, 70)))
        .containsExactlyElementsOf(clusters(50, 62));
    assertThat(limit.reserve(WEB, Set.of(), clusters(70, 71))).isEmpty();

    limit.free(WEB, clusters(0, 2));

    assertThat(limit.reserve(WEB, Set.of(), clusters(70, 80))).containsExactly("c70", "c71");
  }

  /** Also those that another process has given. */
  @Test
  void whatTheReplicasShowTakesPlacesAndIsCountedOnce() {
    List<String> shown = clusters(0, 30);
    assertThat(limit.reserve(WEB, Set.copyOf(shown), clusters(40, 50)))
        .containsExactly("c40", "c41");

    assertThat(limit.reserve(WEB, Set.copyOf(clusters(0, 31)), List.of("c30", "c99", "c05")))
        .as("c05 and c30 have a ticket already")
        .containsExactly("c30", "c05");
  }

  @Test
  void eachPolicyHasPlacesOfItsOwn() {
    PolicyName other = new PolicyName("policies", "other");
    assertThat(limit.reserve(WEB, Set.of(), clusters(0, 40))).hasSize(TicketLimit.MOST);
    assertThat(limit.reserve(other, Set.of(), clusters(0, 40))).hasSize(TicketLimit.MOST);
  }
}
