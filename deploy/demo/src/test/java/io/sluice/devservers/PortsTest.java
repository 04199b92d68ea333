package io.sluice.devservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PortsTest {
  /** Another one in each process: builds side by side do not meet at the same ports. */
  private static final long SEED = ProcessHandle.current().pid();

  @Test
  void theyLieSideBySideBelowThePortsOfOutgoingConnections() {
    Ports ports = Ports.choose(new Random(SEED));

    assertThat(ports.etcd()).isBetween(20_000, 29_992);
    assertThat(ports.ui()).isEqualTo(ports.etcd() + 7);
  }

  @Test
  void noneIsChosenBesideThoseOfAnotherSetOfWhichOneIsTaken() throws IOException {
    Ports ports = Ports.choose(new Random(SEED));

    try (ServerSocket api = new ServerSocket(ports.api(), 1, InetAddress.getByName("127.0.0.1"))) {
      assertThat(api.isBound()).isTrue();
      assertThat(Ports.choose(new Random(SEED)).etcd()).isNotEqualTo(ports.etcd());
    }
  }

  @Test
  void whereEveryTryMeetsATakenOneItSaysSo() throws IOException {
    Ports ports = Ports.choose(new Random(SEED));
    int block = (ports.etcd() - 20_000) / 8;
    Random constant =
        new Random(0) {
          private static final long serialVersionUID = 1;

          @Override
          public int nextInt() {
            return block << 1;
          }
        };
    assertThat(Ports.choose(constant)).isEqualTo(ports);

    try (ServerSocket ui = new ServerSocket(ports.ui(), 1, InetAddress.getByName("127.0.0.1"))) {
      assertThat(ui.isBound()).isTrue();
      assertThatThrownBy(() -> Ports.choose(constant))
          .isInstanceOf(DevServersException.class)
          .hasMessageContaining("Cannot find 8 free ports side by side: 200 tries between 20000");
    }
  }
}
