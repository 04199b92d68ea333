package io.sluice.control.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorkerIdentityTest {
  private final WorkerIdentity identity = new WorkerIdentity("sluice-0", "b");

  @Test
  void aFormerProcessHasTheSameNameAndAnotherStart() {
    assertThat(identity).hasToString("sluice-0/b");
    assertThat(identity.isFormer("sluice-0/a")).isTrue();
    assertThat(identity.isFormer("sluice-0/b")).isFalse();
    assertThat(identity.isFormer("sluice-01/a")).isFalse();
    assertThat(identity.isFormer("sluice-0")).isFalse();
    assertThat(identity.isFormer("4711@host")).isFalse();
  }

  @Test
  void everyStartIsAnother() {
    WorkerIdentity next = WorkerIdentity.starting("sluice-0");
    assertThat(next.isFormer(WorkerIdentity.starting("sluice-0").toString())).isTrue();
  }
}
