package org.einkorn.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.einkorn.cli.Ran.einkorn;

import org.junit.jupiter.api.Test;

/** What the command line says about itself; a command is described alone when it is asked for. */
class HelpTest {
  @Test
  void allCommandsAreListed() {
    String help = einkorn("--help").out();
    assertThat(help)
        .startsWith("Compiles and runs tensor algebra")
        .contains("\nCommands:\n  eval ");
    assertThat(Main.COMMANDS.keySet())
        .hasSize(14)
        .allSatisfy(name -> assertThat(help).containsPattern("\n  " + name + "  +[A-Z]"));
    assertThat(einkorn().out()).isEqualTo(help);
  }

  @Test
  void everyCommandSaysHowItIsUsed() {
    assertThat(Main.COMMANDS.keySet())
        .allSatisfy(
            name ->
                assertThat(einkorn(name, "--help").out())
                    .contains("\nUsage: einkorn " + name + " ["));
  }

  @Test
  void theVersionIsTheSameEverywhere() {
    String version = einkorn("--version").out();
    assertThat(version).startsWith("einkorn ");
    assertThat(einkorn("eval", "--version").out()).isEqualTo(version);
    assertThat(einkorn("--trace", "tucker", "-V").out()).isEqualTo(version);
  }

  @Test
  void optionsMayComeBeforeTheCommand() {
    einkorn("--trace", "eval", "a = 1 + 2").wrote("3");
  }
}
