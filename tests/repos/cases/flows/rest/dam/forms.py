from django import forms

from dam.models import Gate


class GateForm(forms.ModelForm):
    class Meta:
        model = Gate
        fields = ["name"]

    def clean_name(self):
        if not self.cleaned_data["name"]:
            raise forms.ValidationError("a gate needs a name")
        return self.cleaned_data["name"]
