package io.sluice.tools.page;

import io.sluice.tools.dashboard.DashboardSettings;
import io.sluice.tools.dashboard.ServeSettings;
import io.sluice.tools.dashboard.ServerCertificate;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Holds the options of a dashboard for several persons. */
final class ServeOptions {
  private static final String LOOPBACK = "127.0.0.1";

  @Option(
      names = "--serve",
      description =
          "Serve several persons: each signs in with a token of the hub, and acts with its rights.")
  private boolean serve;

  @Option(
      names = "--address",
      paramLabel = "ADDRESS",
      description = "With --serve: address of this machine to listen on. Default: 127.0.0.1.")
  private String address;

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description = "With --serve: certificate for HTTPS, PEM; those that signed it after it.")
  private Path certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "With --serve: key of the certificate, PEM.")
  private Path key;

  @Option(
      names = "--insecure-http",
      description =
          "With --serve: listen without HTTPS on an address that other machines reach. Whoever"
              + " reads the network can take the tokens.")
  private boolean insecure;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  boolean given() {
    return serve;
  }

  /** Refuses what makes no sense together. */
  void check(boolean open, boolean temporal) {
    if (!serve && (address != null || certificate != null || key != null || insecure)) {
      throw refusal(
          "Cannot use --address, --tls-certificate, --tls-key or --insecure-http alone: without"
              + " --serve the dashboard is on this machine alone. Add --serve.");
    }
    if (serve && open) {
      throw refusal("Cannot use --open with --serve: it lets in who has signed in. Leave one out.");
    }
    if (serve && temporal) {
      throw refusal(
          "Cannot ask Temporal with --serve: it does not know the rights of each person. Leave the"
              + " options of Temporal out.");
    }
    if ((certificate == null) != (key == null)) {
      throw refusal(
          "Cannot serve HTTPS: it takes both a certificate and its key. Name --tls-certificate and"
              + " --tls-key.");
    }
    if (serve && certificate == null && !insecure && !isLoopback()) {
      throw refusal(
          "Cannot listen on %s without HTTPS: people send their tokens there. Name --tls-certificate and --tls-key, or add --insecure-http where something else encrypts."
              .formatted(address));
    }
  }

  private boolean isLoopback() {
    InetSocketAddress listen = new InetSocketAddress(text(), 0);
    return listen.getAddress() != null && listen.getAddress().isLoopbackAddress();
  }

  private String text() {
    return Optional.ofNullable(address).orElse(LOOPBACK);
  }

  ServeSettings settings(DashboardSettings dashboard) {
    return new ServeSettings(
        text(),
        Optional.ofNullable(certificate).map(file -> ServerCertificate.read(file, key)),
        dashboard);
  }

  private ParameterException refusal(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
