package io.sluice.tools.cli;

import io.sluice.connection.PayloadKeyFile;
import io.sluice.tools.codec.CodecServer;
import io.sluice.tools.config.ConfigOption;
import io.sluice.tools.config.PayloadOptions;
import io.sluice.tools.option.ExitCodes;
import io.sluice.tools.option.JarVersion;
import io.sluice.tools.option.OriginConverter;
import io.sluice.tools.option.PortConverter;
import io.sluice.tools.option.ShutdownSignal;
import io.sluice.tools.option.Verbosity;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Decrypts payloads for Temporal's Web UI and command line until SIGTERM or Ctrl-C. */
@Command(
    name = "codec-server",
    mixinStandardHelpOptions = true,
    versionProvider = JarVersion.class,
    description = {
      "Decrypts and decompresses what rollouts store in Temporal.",
      "It serves Temporal's Web UI and command line until SIGTERM or Ctrl-C. It asks for no login:"
          + " all who reach it can read everything."
    },
    footer = {
      "",
      "Examples:",
      "  ./sluice codec-server --payload-key-file keys",
      "  temporal workflow show -w rollout/hub/policies/web-tls --namespace sluice \\",
      "    --codec-endpoint http://127.0.0.1:8081"
    })
final class CodecServerCommand implements Callable<Integer> {
  @Mixin private ConfigOption config;
  @Mixin private PayloadOptions payloads;

  @Option(
      names = "--address",
      descriptionKey = "codecServer.address",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address of this machine to listen on. Default: ${DEFAULT-VALUE}.")
  private String address;

  @Option(
      names = "--port",
      descriptionKey = "codecServer.port",
      paramLabel = "PORT",
      converter = PortConverter.class,
      defaultValue = "8081",
      description = "Port to listen on; 0: any free one. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--ui-origin",
      descriptionKey = "codecServer.uiOrigin",
      paramLabel = "ORIGIN",
      converter = OriginConverter.class,
      defaultValue = "http://localhost:8233",
      description =
          "Where browsers have the Web UI from: the only origin they may call from."
              + " Default: ${DEFAULT-VALUE}.")
  private String origin;

  @Mixin private Verbosity verbosity;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    InetSocketAddress listen = new InetSocketAddress(address, port);
    try (ShutdownSignal signal = ShutdownSignal.listen();
        CodecServer server =
            CodecServer.start(listen, origin, PayloadKeyFile.read(payloads.keyFile()))) {
      print(
          "Codec server on http://%s:%d, for the Web UI at %s."
              .formatted(address, server.address().getPort(), origin));
      if (listen.getAddress() == null || !listen.getAddress().isLoopbackAddress()) {
        print("All who reach this address can decrypt: it asks for no login.");
      }
      signal.await();
    }
    return ExitCodes.OK;
  }

  private void print(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
