package io.sluice.policy.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests which version a replica carries that depends on policy sets (rollout-strategy E3). */
class CarriedVersionTest {
  private static final Instant NOW = Instant.parse("2026-02-03T10:00:00Z");
  private static final PolicyVersion VERSION = new PolicyVersion("uid", 2, "written");
  private static final CarriedVersion CARRIED = new CarriedVersion(VERSION, "today", true);

  private static Replica replica(String hash, Optional<Dispatch> dispatch) {
    return new Replica(
        new PolicyName("retail", "tls"),
        "c1",
        "1",
        hash,
        dispatch,
        Optional.empty(),
        List.of(),
        List.of());
  }

  private static Optional<Dispatch> dispatch(long generation, Dispatch.As as, String content) {
    return Optional.of(
        new Dispatch(
            "u1", 3, generation, as, NOW, NOW, Map.of(), Map.of(), List.of(), content, "", false));
  }

  private static String hash(String carried, Optional<Dispatch> dispatch, String rolloutUid) {
    return CARRIED.hashOf(replica(carried, dispatch), rolloutUid);
  }

  @Test
  void itIsTheVersionAsItsAuthorWroteItOrAsItIsRenderedToday() {
    for (String carried : List.of("written", "today")) {
      assertThat(CARRIED.hashOf(replica(carried, Optional.empty()))).isEqualTo("written");
    }
    assertThat(CARRIED.hashOf(replica("before", Optional.empty()))).isEqualTo("before");
  }

  @Test
  void itIsTheVersionAsTheDispatchOfThisAttemptRenderedIt() {
    Optional<Dispatch> own = dispatch(2, Dispatch.As.DISPATCHED, "before");
    assertThat(hash("before", own, "u1")).isEqualTo("written");
    assertThat(hash("before", own, "u2")).as("another attempt").isEqualTo("before");
    assertThat(hash("edited", own, "u1")).as("edited by hand").isEqualTo("edited");
  }

  @Test
  void itIsAnotherOneWhereTheDispatchGaveAnother() {
    assertThat(hash("before", dispatch(1, Dispatch.As.DISPATCHED, "before"), "u1"))
        .isEqualTo("before");
    assertThat(hash("before", dispatch(2, Dispatch.As.TAKEN_BACK, "before"), "u1"))
        .isEqualTo("before");
  }

  @Test
  void whatDependsOnNoSetIsRenderedAlikeAtAnyTime() {
    CarriedVersion plain = new CarriedVersion(VERSION, "today", false);
    Optional<Dispatch> own = dispatch(2, Dispatch.As.DISPATCHED, "before");
    assertThat(plain.hashOf(replica("before", own), "u1")).isEqualTo("before");
  }
}
