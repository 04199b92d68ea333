package io.sluice.override;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edits the policy at every moment between the reading of a page and its being emptied. */
class EditedWithdrawalTest {
  /** Edits the policy when it is asked for the time that often. */
  private static final class EditingClock extends Clock {
    private final OverrideHub overrides;
    private int left;

    EditingClock(OverrideHub overrides, int left) {
      this.overrides = overrides;
      this.left = left;
    }

    @Override
    public Instant instant() {
      left--;
      if (left == 0) {
        overrides.editPolicy();
      }
      return Instant.now();
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void clustersThatAreTakenOffWhileThePolicyIsEditedAreListed(int moment) {
    try (OverrideHub overrides = new OverrideHub()) {
      overrides.reconcile(true, Map.of());
      overrides.list("c1");
      overrides.status("outcome", "Aborted");
      overrides
          .reconciler(policy -> Optional.empty(), new EditingClock(overrides, moment))
          .reconcile(overrides.context(), OverrideHub.replica("c1", "enforce"), false);
      assertThat(overrides.listed()).isEmpty();
      overrides.reconcile(false, OverrideHub.replica("c1", "enforce"));
      assertThat(overrides.exceptions()).containsExactly("c1 UnstagedChange");
    }
  }
}
