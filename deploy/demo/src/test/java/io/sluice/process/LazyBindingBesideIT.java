package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.JsonTree;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Holds enforcement beside a propagator with the rights of {@code deploy/rbac/beside}. */
@Timeout(Patience.TEST)
class LazyBindingBesideIT {
  @Test
  void anEditIsEnforcedOnceItsRevisionIsReleasedAndNoRequestIsForbidden() {
    try (RealBesideFixture fixture = RealBesideFixture.of("dev=d1", "prod=p1")) {
      fixture.rollout.lazy(true);
      fixture
          .policy("one")
          .rollout
          .rollout("{overrideRelease: Never, rolloutStrategy: {type: ProgressivePerGroup}}");
      fixture.awaitEnd(1, "Succeeded");

      fixture.rollout.select("other").join("prod", "p2");
      fixture.await(() -> fixture.action("p2").equals("inform"));
      fixture.await(() -> Integer.valueOf(1).equals(pending(fixture).get("clustersToAdd")));
      assertThat(fixture.listed()).containsExactly("d1", "p1");
      fixture.rollout.activatePending(Map.of("revision", pending(fixture).get("revision")));
      fixture.await(() -> fixture.listed().equals(List.of("d1", "p1", "p2")));
      fixture.awaitEnd(2, "Succeeded");
      assertThat(fixture.action("p2")).isEqualTo("enforce");
      assertThat(
              fixture.environment().audit().of(BesideEnvironment.WORKER).stream()
                  .filter(entry -> !entry.group().equals("authorization.k8s.io")))
          .noneMatch(entry -> entry.code() == 403);
    }
  }

  private static Map<String, Object> pending(RealBesideFixture fixture) {
    return JsonTree.map(JsonTree.map(fixture.rollout.status(), "activation"), "pending");
  }
}
