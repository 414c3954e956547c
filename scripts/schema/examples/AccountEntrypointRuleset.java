import com.example.edge.AccountEntrypointRuleset;
import com.example.edge.AccountEntrypointRulesetArgs;
import com.example.edge.Ruleset;
import com.example.edge.RulesetArgs;
import com.example.edge.enums.Phase;
import com.example.edge.inputs.ActionParametersArgs;
import com.example.edge.inputs.RuleArgs;
import com.pulumi.Pulumi;

public final class App {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
            var shared = new Ruleset("shared", RulesetArgs.builder()
                .name("Shared rules")
                .phase(Phase.Http_request_firewall_custom)
                .rules(RuleArgs.builder()
                    .ref("env-files")
                    .action("block")
                    .expression("ends_with(http.request.uri.path, \"/.env\")")
                    .build())
                .build());
            new AccountEntrypointRuleset("account-rules", AccountEntrypointRulesetArgs.builder()
                .phase(Phase.Http_request_firewall_custom)
                .rules(RuleArgs.builder()
                    .ref("shared")
                    .action("execute")
                    .actionParameters(ActionParametersArgs.builder().id(shared.rulesetId()).build())
                    .expression("cf.zone.name in {\"example.com\" \"example.org\"} and cf.zone.plan eq \"ENT\"")
                    .build())
                .build());
        });
    }
}
