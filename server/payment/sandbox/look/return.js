document.getElementById("return").submit();
